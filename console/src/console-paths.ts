/** The addresses of the console; the browser itself follows links to all others. */
export const CONSOLE_PATHS =
  /^\/(?:$|[?#]|(?:c|d|t|p|settings)\/|(?:i|library|threads|search|deleted|settings|sign-in|styles)(?:$|[/?#]))/;
/** Pages for people who are not signed in. */
export const OPEN_PATHS = /^\/(?:p\/|(?:i|sign-in|styles)(?:$|\/))/;
