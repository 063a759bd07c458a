/** The choices of the reader in the query of the address, so that a copied address shows the same. */
export function pageAddress() {
  const query = new URLSearchParams(location.search);
  return {
    get: (name: string): string | null => query.get(name),
    /** An empty value removes the name. */
    keep(name: string, value: string): void {
      if (value === "") query.delete(name);
      else query.set(name, value);
      query.delete("chunk");
      const text = query.toString();
      history.replaceState(null, "", `${location.pathname}${text === "" ? "" : `?${text}`}${location.hash}`);
    },
  };
}
