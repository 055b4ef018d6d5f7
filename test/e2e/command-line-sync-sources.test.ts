/** `knowledge sync` with Git repositories and WebDAV folders. */
import { execFile } from "node:child_process";
import type { RequestListener } from "node:http";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { v2 as webdav } from "webdav-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { startLocalServer } from "../support/fixtures/local-server.ts";
import { syncScene } from "../support/http/sync-scene.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
const run = promisify(execFile);

describe("knowledge sync REPOSITORY", () => {
  async function scene(name: string) {
    const made = await syncScene(service, name);
    const work = join(made.folder, "work");
    const git = async (...args: string[]): Promise<void> => {
      await run("git", args, {
        cwd: work,
        env: { PATH: process.env["PATH"], HOME: made.folder, ...AUTHOR },
      });
    };
    await mkdir(work);
    await git("init", "--quiet", "--initial-branch=main");
    return {
      ...made,
      work,
      git,
      commit: async (message = "change"): Promise<void> => {
        await git("add", "--all");
        await git("commit", "--quiet", "--message", message);
        await git("push", "--quiet", "--force", join(made.folder, "notes.git"), "HEAD");
      },
      sync: async (...args: string[]) => await made.run("sync", "notes.git", "--to", "Team/Notes", ...args),
      begin: async (): Promise<void> => {
        await run("git", ["init", "--quiet", "--bare", "--initial-branch=main", "notes.git"], {
          cwd: made.folder,
        });
      },
    };
  }
  const AUTHOR = {
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };

  test("a pass sends the files of the branch, and follows its commits", async () => {
    const { folder, write, begin, commit, sync, stored, work } = await scene("sync-git");
    await begin();
    await write("work/engine.txt", "The Analytical Engine was designed in 1837.");
    await write("work/old/mill.txt", "The mill of Hollin was built in 1843.");
    await write("work/.knowledgeignore", "*.log\n");
    await write("work/build.log", "Ignored.");
    await write("work/.github/flow.txt", "Hidden.");
    await commit();
    expect((await sync()).out).toBe("add     engine.txt\nadd     old/mill.txt\n");
    const before = await stored();
    expect((await sync()).err).toBe("Nothing to do: 2 files are in step.\n");
    await rename(join(work, "old", "mill.txt"), join(work, "mill.txt"));
    await write("work/engine.txt", "The Analytical Engine was designed in 1838.");
    await commit();
    expect((await sync()).out.split("\n").sort().slice(1)).toEqual([
      "change  engine.txt",
      "move    mill.txt (from old/mill.txt)",
    ]);
    expect((await stored())["Notes/mill.txt"]).toBe(before["old/mill.txt"]);
    await rm(join(folder, "notes.git"), { recursive: true });
    expect(await sync()).toMatchObject({ status: 1, err: expect.stringMatching(/^git: /) });
    expect(Object.keys(await stored())).toHaveLength(2);
  });

  test("links, submodules and hostile names of a repository have no effect", async () => {
    const { folder, begin, git, sync, stored, work, write } = await scene("sync-git-hostile");
    await begin();
    await write("work/engine.txt", "The Analytical Engine was designed in 1837.");
    const blob = await blobOf(work, join(folder, "config"));
    await git("add", "--all");
    await git("update-index", "--add", "--cacheinfo", "120000", blob, "link.txt");
    await git("update-index", "--add", "--cacheinfo", "160000", "a".repeat(40), "module");
    await git("commit", "--quiet", "--message", "links");
    await git("push", "--quiet", join(folder, "notes.git"), "HEAD:refs/heads/main");
    const sent = await sync();
    expect(sent).toMatchObject({ status: 0, out: "add     engine.txt\n" });
    expect(sent.err).toContain("Not sent: 2 links and special files, such as link.txt.");
    expect(Object.keys(await stored())).toEqual(["Notes/engine.txt"]);
  });

  test.each(["--upload-pack=touch pwned", "ext::touch pwned", "-oProxyCommand=touch pwned"])(
    "the address %j runs no program",
    async (address) => {
      const { folder, run: knowledge, write } = await syncScene(service, "sync-git-address");
      await write("marker.txt", "");
      const { status } = await knowledge("sync", "--to", "A", "--branch", "main", "--", address);
      expect(status).toBe(1);
      await expect(access(join(folder, "pwned"))).rejects.toThrow("ENOENT");
    },
  );

  async function blobOf(work: string, content: string): Promise<string> {
    const child = run("git", ["hash-object", "-w", "--stdin"], { cwd: work });
    child.child.stdin?.end(content);
    return (await child).stdout.trim();
  }
});

describe("knowledge sync WEBDAV", () => {
  const CREDENTIALS = { KNOWLEDGE_DAV_USER: "ada", KNOWLEDGE_DAV_PASSWORD: "engine" };

  /** A WebDAV server with one user. */
  async function davServer(files: string): Promise<string> {
    const users = new webdav.SimpleUserManager();
    const privileges = new webdav.SimplePathPrivilegeManager();
    privileges.setRights(users.addUser("ada", "engine", false), "/", ["all"]);
    const dav = new webdav.WebDAVServer({
      httpAuthentication: new webdav.HTTPBasicAuthentication(users, "notes"),
      privilegeManager: privileges,
    });
    await dav.setFileSystemAsync("/dav", new webdav.PhysicalFileSystem(files));
    return await serve((request, response) => dav.executeRequest(request, response));
  }

  async function serve(listener: RequestListener): Promise<string> {
    const { origin, close } = await startLocalServer(listener);
    onTestFinished(close);
    return origin;
  }

  test("a pass sends the files of the folder, and follows their changes", async () => {
    const { folder, write, run: knowledge, stored } = await syncScene(service, "sync-dav", CREDENTIALS);
    await write("files/engine.txt", "The Analytical Engine was designed in 1837.");
    await write("files/old & new/mill #1 50%.txt", "The mill of Hollin was built in 1843.");
    await write("files/Äußeres/é.txt", "Accents in names.");
    await write("files/.knowledgeignore", "*.log\n");
    await write("files/build.log", "Ignored.");
    const origin = await davServer(join(folder, "files"));
    const sync = async (address = `${origin}/dav`) => await knowledge("sync", address, "--to", "Team/Notes");
    const first = await sync();
    expect(first).toMatchObject({
      status: 0,
      err: expect.stringContaining("3 added"),
      out: expect.stringContaining("add     old & new/mill #1 50%.txt\n"),
    });
    const before = await stored();
    expect(Object.keys(before)).toEqual(["Notes/engine.txt", "old & new/mill #1 50%.txt", "Äußeres/é.txt"]);
    expect((await sync()).err).toBe("Nothing to do: 3 files are in step.\n");
    await rename(join(folder, "files", "old & new", "mill #1 50%.txt"), join(folder, "files", "mill.txt"));
    await write("files/engine.txt", "The Analytical Engine was designed in 1838, and not in 1837.");
    const second = await sync();
    expect(second).toMatchObject({
      status: 0,
      err: expect.stringContaining("1 changed, 1 moved, 0 deleted"),
    });
    expect((await stored())["Notes/mill.txt"]).toBe(before["old & new/mill #1 50%.txt"]);
    await rm(join(folder, "files"), { recursive: true });
    expect((await sync()).status).toBe(1);
    expect(Object.keys(await stored())).toHaveLength(3);
    expect((await sync(`${origin.replace("//", "//ada:wrong@")}/dav`)).err).toContain(
      "rejects the credentials",
    );
  });

  test("a hostile server gets no request outside of its folder, and no password elsewhere", async () => {
    const { run: knowledge, stored } = await syncScene(service, "sync-dav-hostile", CREDENTIALS);
    const asked: string[] = [];
    const other = await serve((request, response) => {
      asked.push(`other ${request.url ?? ""}`);
      response.end("stolen");
    });
    const member = (href: string, kind = ""): string =>
      `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:resourcetype>${kind}</d:resourcetype>` +
      `<d:getetag>"1"</d:getetag><d:getcontentlength>6</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
    const folderOf = (href: string): string => member(href, "<d:collection/>");
    const origin = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.method === "GET" && request.url === "/dav/redirect.txt") {
        response.writeHead(302, { location: `${other}/dav/redirect.txt` }).end();
      } else if (request.method === "GET" && request.url === "/dav/good.txt") response.end("Public text.");
      else if (request.method === "GET") response.writeHead(404).end();
      else
        response
          .writeHead(207, { "content-type": "application/xml" })
          .end(
            `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">]><d:multistatus xmlns:d="DAV:">` +
              folderOf("/dav/") +
              member("/dav/good.txt") +
              member("/dav/redirect.txt") +
              member("/etc/passwd") +
              member("/dav/..%2f..%2fetc%2fpasswd") +
              member("/dav/%2e%2e/secret.txt") +
              member(`${other}/dav/stolen.txt`) +
              folderOf("/dav/") +
              folderOf("/dav/../") +
              folderOf("/") +
              "</d:multistatus>",
          );
    });
    const sent = await knowledge("sync", `${origin}/dav/`, "--to", "Team/Notes");
    expect(sent.status).toBe(1);
    expect(sent.err).toContain("redirect.txt: not sent. The WebDAV server answered 302");
    expect(Object.keys(await stored())).toEqual(["Notes/good.txt"]);
    expect(new Set(asked)).toEqual(
      new Set([
        "PROPFIND /dav/",
        "GET /dav/.knowledgeignore",
        "GET /dav/good.txt",
        "GET /dav/redirect.txt",
        "GET /dav/stolen.txt",
      ]),
    );
  });

  test("a folder without an end, and an answer that is no list, end the pass", async () => {
    const { run: knowledge, stored } = await syncScene(service, "sync-dav-endless", CREDENTIALS);
    const origin = await serve((request, response) => {
      const { url = "" } = request;
      if (request.method === "GET") response.writeHead(404).end();
      else if (url.startsWith("/html")) response.writeHead(207).end("<html>Log in first</html>");
      else
        response
          .writeHead(207)
          .end(
            `<multistatus xmlns="DAV:"><response><href>${url}a/</href><propstat><prop><resourcetype><collection/></resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`,
          );
    });
    const sync = async (path: string) => await knowledge("sync", `${origin}${path}`, "--to", "Team/Notes");
    expect(await sync("/endless/")).toMatchObject({
      status: 1,
      err: expect.stringContaining("nested too deeply"),
    });
    expect(await sync("/html/")).toMatchObject({
      status: 1,
      err: expect.stringContaining("no list of files"),
    });
    expect(await stored()).toEqual({});
  });
});
