/**
 * The default embedding model of Workers AI: multilingual, and made for texts without prefixes.
 * https://developers.cloudflare.com/workers-ai/models/bge-m3/
 */
export const BGE_M3 = { model: "@cf/baai/bge-m3", dimensions: 1_024 };
