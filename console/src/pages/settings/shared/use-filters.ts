import { useLocation } from "preact-iso";

export interface Filters {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The current page of a list, from 0. */
  readonly page: number;
  /** Changes filters and begins with the first page. Null drops a filter. */
  readonly set: (changed: Readonly<Record<string, string | null>>) => void;
  readonly setPage: (page: number) => void;
}

/** Filters and the page of a list stand in the address, so that it can be sent and opened again. */
export function useFilters(): Filters {
  const { path, query: values, route } = useLocation();
  const go = (changed: Readonly<Record<string, string | null>>): void => {
    const parts = Object.entries({ ...values, ...changed }).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, value]],
    );
    const search = new URLSearchParams(parts).toString();
    route(search === "" ? path : `${path}?${search}`, true);
  };
  const page = Number(values["page"] ?? 1) - 1;
  return {
    values,
    page: Number.isSafeInteger(page) && page > 0 ? page : 0,
    set: (changed) => go({ ...changed, page: null }),
    setPage: (next) => go({ page: next === 0 ? null : String(next + 1) }),
  };
}
