/** The document that `npm run generate` writes. `package.json` says where. */
declare module "#openapi.json" {
  const document: unknown;
  export default document;
}
