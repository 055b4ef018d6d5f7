import { ApiError } from "../../data/client.ts";
import { sendVersion } from "../../data/send-version.ts";
import { showToast } from "../../parts/toast/toasts.ts";
import { t } from "../../words/t.ts";

/** Asks for a file and makes it the new version of a document. */
export function chooseVersion(assetId: string, collectionId: string, name: string): void {
  const input = document.createElement("input");
  input.type = "file";
  input.onchange = () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void replace(assetId, collectionId, name, file);
  };
  input.click();
}

async function replace(assetId: string, collectionId: string, name: string, file: File): Promise<void> {
  showToast({ text: t("library.versionReading", { name }) });
  try {
    const reason = await sendVersion(assetId, collectionId, file);
    showToast({
      text:
        reason === "" ? t("library.versionReady", { name }) : t("library.versionFailed", { name, reason }),
    });
  } catch (error) {
    showToast({ text: error instanceof ApiError ? error.message : String(error) });
  }
}
