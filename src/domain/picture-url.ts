/** The stored form of a picture's URL: https without credentials, "" for anything else. */
export function pictureUrl(address: string): string {
  const url = URL.parse(address);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "" ? url.href : "";
}
