/** nginx in front of a service, with the configuration from docs/operate.md. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { connect } from "node:tls";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { WAIT } from "../support/setup/wait.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { requireProgram } from "./find-program.ts";

const running = new Set<ChildProcess>();
const stop = (): void => running.forEach((child) => void child.kill("SIGTERM"));
process.on("exit", stop);
afterAll(stop);

export interface Proxy {
  /** The https origin, without a trailing slash. */
  readonly url: string;
  /** The certificate to trust, in PEM, and its file. */
  readonly ca: string;
  readonly caFile: string;
  /** The content of nginx's error log. */
  errors(): string;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Ends with the test file.
 * @param port the port of nginx
 * @param upstream the service's origin
 */
export async function startNginx(port: number, upstream: string): Promise<Proxy> {
  const nginx = requireProgram("nginx", "nginx-light");
  const folder = await newFolder();
  const [certificate, key, log] = ["certificate.pem", "key.pem", "error.log"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  makeCertificate(certificate, key);
  writeFileSync(log, "");
  const config = join(folder, "nginx.conf");
  writeFileSync(config, configuration(folder, documentedSite({ port, upstream, certificate, key })));
  const child = spawn(nginx, ["-p", folder, "-c", config, "-e", log], { stdio: "ignore" });
  running.add(child);
  const ca = readFileSync(certificate, "utf8");
  await vi.waitFor(async () => await greet(port, ca), WAIT);
  return {
    url: `https://localhost:${port}`,
    ca,
    caFile: certificate,
    errors: () => readFileSync(log, "utf8"),
  };
}

interface Site {
  readonly port: number;
  readonly upstream: string;
  readonly certificate: string;
  readonly key: string;
}

/** The documented configuration with the names, ports and paths of the test. */
function documentedSite({ port, upstream, certificate, key }: Site): string {
  const text =
    /```nginx\n([^]*?)```/.exec(readFileSync(join(PROJECT_ROOT, "docs", "operate.md"), "utf8"))?.[1] ?? "";
  const changes: [from: string | RegExp, to: string][] = [
    ["127.0.0.1:8787", new URL(upstream).host],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["knowledge.example.com", "localhost"],
    [/ssl_certificate .+;/, `ssl_certificate ${certificate};`],
    [/ssl_certificate_key .+;/, `ssl_certificate_key ${key};`],
  ];
  return changes.reduce((site, [from, to]) => {
    if (site.search(from) < 0)
      throw new Error(`The nginx configuration in docs/operate.md has no ${String(from)}.`);
    return site.replace(from, to);
  }, text);
}

function configuration(folder: string, site: string): string {
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  // If root starts nginx, its workers run as a user who cannot enter the test's folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const main = `${user} daemon off; pid ${join(folder, "nginx.pid")}; worker_processes 1; error_log ${join(folder, "error.log")} info;`;
  return `${main}\nevents { worker_connections 512; }\nhttp {\naccess_log off;\n${places.join("\n")}\n${site}\n}\n`;
}

function makeCertificate(certificate: string, key: string): void {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...subject,
    "-keyout",
    key,
    "-out",
    certificate,
  ];
  execFileSync(requireProgram("openssl", "openssl"), args, { stdio: "pipe" });
}

async function greet(port: number, ca: string): Promise<void> {
  const socket = connect({ port, host: "localhost", ca });
  await once(socket, "secureConnect");
  socket.destroy();
}
