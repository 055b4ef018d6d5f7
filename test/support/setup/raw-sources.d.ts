declare module "*?raw" {
  const text: string;
  export default text;
}

/** A file's bytes, as `data:…;base64,`. */
declare module "*?inline" {
  const url: string;
  export default url;
}
