import { ApiError, client, Library } from "../../data/client.ts";
import { showToast } from "../toast/toasts.ts";

/**
 * Lets the browser save the original file of a document. The service answers the address with an attachment,
 * so no page opens, and no bytes pass through this page.
 */
export async function saveOriginal(assetId: string): Promise<void> {
  try {
    const { address, fileName } = await new Library(client).downloadOf(assetId);
    const { pathname, search } = new URL(address);
    const link = document.createElement("a");
    // The address names the service's public origin; this page may be open at another one.
    link.href = `${pathname}${search}`;
    link.download = fileName;
    link.click();
  } catch (error) {
    showToast({ text: error instanceof ApiError ? error.message : String(error) });
  }
}
