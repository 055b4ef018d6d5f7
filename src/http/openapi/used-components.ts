interface Components {
  readonly schemas: Readonly<Record<string, object>>;
}

/** The components without the identifiers of kinds that no operation takes or answers. */
export function usedComponents<C extends Components>(paths: object, components: C): C {
  const text = JSON.stringify([paths, components]);
  const isUsed = (name: string): boolean => !/Id(?:entifier)?$/.test(name) || text.includes(`"#/components/schemas/${name}"`);
  const used = Object.entries(components.schemas).filter(([name]) => isUsed(name));
  const schemas = Object.fromEntries(used);
  // A component that goes may have been the only one to name another.
  return used.length === Object.keys(components.schemas).length ? components : usedComponents(paths, { ...components, schemas });
}
