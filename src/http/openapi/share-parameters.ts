import type { OperationDocs, ParameterDocs, Reference } from "./operation-docs.ts";

type Paths = Readonly<Record<string, Readonly<Record<string, OperationDocs>>>>;

interface SharedParameters {
  readonly paths: Paths;
  /** Parameters for `#/components/parameters`. */
  readonly parameters: Readonly<Record<string, ParameterDocs>>;
}

/**
 * Moves parameters that several operations share into components. If parameters with one name differ, moves
 * only the most frequent one.
 */
export function shareParameters(paths: Paths): SharedParameters {
  const uses = new Map<string, { readonly parameter: ParameterDocs; count: number }>();
  for (const parameter of Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((docs) => docs.parameters),
  )) {
    if ("$ref" in parameter) continue;
    const key = JSON.stringify(parameter);
    const use = uses.get(key) ?? { parameter, count: 0 };
    use.count += 1;
    uses.set(key, use);
  }
  const shared: Record<string, ParameterDocs> = {};
  for (const { parameter, count } of [...uses.values()].toSorted((a, b) => b.count - a.count))
    if (count > 1) shared[parameter.name] ??= parameter;
  const refer = (parameter: ParameterDocs | Reference): ParameterDocs | Reference => {
    const isShared =
      !("$ref" in parameter) && JSON.stringify(shared[parameter.name]) === JSON.stringify(parameter);
    return isShared ? { $ref: `#/components/parameters/${parameter.name}` } : parameter;
  };
  const withShared = (docs: OperationDocs): OperationDocs => ({
    ...docs,
    parameters: docs.parameters.map(refer),
  });
  const inMethods = (methods: Readonly<Record<string, OperationDocs>>) =>
    Object.fromEntries(Object.entries(methods).map(([method, docs]) => [method, withShared(docs)]));
  return {
    paths: Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, inMethods(methods)])),
    parameters: shared,
  };
}
