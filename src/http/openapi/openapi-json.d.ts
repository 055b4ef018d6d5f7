/** The document that `npm run generate` writes to the path in `package.json`. */
declare module "#openapi.json" {
  const document: unknown;
  export default document;
}
