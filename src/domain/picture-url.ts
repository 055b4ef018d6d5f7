/** Returns the stored form of a picture's URL, or "" unless the URL is https without credentials. */
export function pictureUrl(address: string): string {
  const url = URL.parse(address);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === ""
    ? url.href
    : "";
}
