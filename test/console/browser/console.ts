/** The console in a browser: a service of one's own, and a context for each person. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, expect, inject, onTestFinished } from "vitest";
import { OneTimeLinks } from "../../../scripts/lib/one-time-links.ts";
import { type Service, type ServiceOptions, startTestService } from "../../support/http/service.ts";
import { emailOf, type RemoteUser, signUp } from "../../support/http/remote-user.ts";

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface Console {
  readonly service: Service;
  /** A person with an account, and their API. */
  person(name: string, displayName?: string): Promise<RemoteUser>;
  /** A one-time link for a person. */
  linkFor(email: string, name?: string): string;
  /** A page of a new browser, signed in as this person; null for nobody. It opens `path`. */
  open(who: RemoteUser | null, path?: string, options?: BrowserContextOptions): Promise<Page>;
}

export interface ConsoleOptions extends ServiceOptions {
  /** Origins of other sites that a test opens, such as an issuer. Nothing watches their pages. */
  readonly others?: readonly string[];
}

/**
 * Starts a service whose build has `/styles`. Every page that it opens must end without an error, a violation
 * of the policy, or a request to another origin.
 */
export async function startConsole({ others = [], ...options }: ConsoleOptions = {}): Promise<Console> {
  process.env["CONSOLE_STYLES"] = "on";
  const [browser, service] = await Promise.all([
    chromium.connect(inject("browserAddress")),
    startTestService({ ...options, vars: { RATE_LIMITS: "off", ...options.vars } }),
  ]);
  afterAll(async () => await browser.close());
  const links = new OneTimeLinks(service.dir);
  const linkFor = (email: string, name?: string): string =>
    links.create(service.url, name === undefined ? { email } : { email, name });
  return {
    service,
    person: async (name, displayName) => await signUp(service, name, displayName),
    linkFor,
    open: async (who, path = "/", given = {}) => {
      const page = await openPage(browser, [service.url, ...others], given);
      if (who === null) await page.goto(`${service.url}${path}`);
      else await enter(page, linkFor(who.email), path);
      return page;
    },
  };
}

/** Signs in by a one-time link and goes to a path. */
async function enter(page: Page, link: string, path: string): Promise<void> {
  await page.goto(link);
  await page.locator("nav:visible").first().waitFor();
  if (path !== "/") await page.goto(new URL(path, link).href);
}

/** The service's origin and those of other sites. */
type Origins = readonly [own: string, ...others: string[]];

async function openPage(browser: Browser, origins: Origins, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en-US", ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  context.on("page", (opened) => watch(opened, origins, problems));
  await watch(page, origins, problems);
  known.set(page, problems);
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  return page;
}

const known = new WeakMap<Page, string[]>();

/** Takes the problems of a page that a test has caused on purpose. */
export function takeProblems(page: Page): string[] {
  return (known.get(page) ?? []).splice(0);
}

async function watch(page: Page, [origin, ...others]: Origins, problems: string[]): Promise<void> {
  const isElsewhere = (url: string): boolean => others.some((other) => url.startsWith(other));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (isElsewhere(page.url())) return;
    // The page shows rejections of the service; the browser also logs each.
    if (/the server responded with a status of 4\d\d/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning")
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (isElsewhere(request.isNavigationRequest() ? request.url() : request.frame().url())) return;
    const { protocol, origin: other } = new URL(request.url());
    if (/^https?:$/.test(protocol) && other !== origin) problems.push(`request to ${other}`);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
}

export { emailOf };
