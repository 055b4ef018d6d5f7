/** `knowledge crawl` in a terminal. */
import { expect, test } from "vitest";
import { emailOf } from "../support/http/remote-user.ts";
import { commandLine } from "../support/http/command-line.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { sharedService } from "../support/setup/shared-service.ts";
import { html, type Page, startSite } from "../support/fixtures/site.ts";

/** A crawl requests one page a second from a host. */
const CRAWL_TIMEOUT_MS = 60_000;

const service = sharedService();

test(
  "`knowledge crawl` crawls a site and prints its progress, the missing pages and the target collection",
  async () => {
    const { knowledge } = commandLine(await newFolder());
    await knowledge(["login", service.url], await service.token(emailOf("cli-crawl")));
    const page = (title: string, href: string): Page =>
      html(
        `<!doctype html><title>${title}</title><main><p>${title} has words enough to be a page.</p><a href="${href}">on</a></main>`,
      );
    const site = await startSite({ "/other": page("Other", "/gone") });
    const whole = await knowledge(["crawl", `${site.url}/other`, "--depth", "1", "--pages", "2"]);
    expect({ status: whole.status, out: whole.out }).toEqual({
      status: 0,
      out: expect.stringMatching(
        new RegExp(
          `^asset_\\w{26}  failed  ${site.url}/gone: There is no page at this address\\.\ncol_\\w{26}  done  2 found, 1 fetched, 1 failed\n$`,
        ),
      ),
    });
    expect(whole.err).toMatch(
      /^Collection of the pages: (col_\w{26})\.\n(running: .*\n)*done: 2 found, 1 fetched, 1 failed\n$/,
    );
    const [collection = ""] = /col_\w{26}/.exec(whole.out) ?? [];
    await expect
      .poll(async () => (await knowledge(["ls", collection])).out, { interval: 1_000 })
      .toMatch(/^asset_\w{26} {2}ready +Other$/m);

    const none = await knowledge(["crawl", `${site.url}/nowhere`, "--in", collection, "--pages", "1"]);
    expect({ status: none.status, out: none.out, err: none.err }).toEqual({
      status: 1,
      out: expect.stringContaining("done  1 found, 0 fetched, 1 failed"),
      err: expect.stringContaining("The crawl fetched no page."),
    });
    expect(await knowledge(["crawl", `${site.url}/`, "--pages", "many"])).toMatchObject({
      status: 2,
      out: "",
      err: '"many" is not a number.\n',
    });
    expect(await knowledge(["crawl", "nothing of the kind"])).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("POST /v1/url/crawl: 4"),
    });
    expect(await knowledge(["crawl"])).toMatchObject({
      status: 2,
      err: expect.stringContaining("knowledge crawl <address>"),
    });
    expect(site.asked.filter((path) => path !== "/robots.txt")).toEqual(["/other", "/gone", "/nowhere"]);
  },
  CRAWL_TIMEOUT_MS,
);
