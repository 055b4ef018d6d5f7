/** A formatter takes longer to make than a hundred texts to format, so each is made once for its language. */
type IntlFormat = "NumberFormat" | "DateTimeFormat" | "RelativeTimeFormat" | "PluralRules";

const made = new Map<string, unknown>();

export function intlFormat<K extends IntlFormat>(
  kind: K,
  language: string,
  options: ConstructorParameters<(typeof Intl)[K]>[1] = {},
): InstanceType<(typeof Intl)[K]> {
  const key = `${kind} ${language} ${JSON.stringify(options)}`;
  const Format = Intl[kind] as new (language: string, options: object) => unknown;
  const format = made.get(key) ?? new Format(language, options);
  made.set(key, format);
  return format as InstanceType<(typeof Intl)[K]>;
}
