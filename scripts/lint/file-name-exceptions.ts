/** Files whose name matches none of their exports, each with the reason. */
export const FILE_NAME_EXCEPTIONS: Readonly<Record<string, string>> = {};
