import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Where Debian has it; `PINNACE_TEST_CHROMIUM` names another. */
const CHROMIUM = process.env.PINNACE_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a browser to be used. In CI there must be one. */
export const hasBrowser = existsSync(CHROMIUM) || process.env.CI === 'true';

/** Screenshots are kept here, to be looked at. */
const pictures = join(import.meta.dirname, '../../dist/console-pictures');

export interface Look {
  readonly colours: 'light' | 'dark';
  readonly width: 'wide' | 'narrow';
}

/** Only against what hangs. */
const LONGEST_WAIT_MS = 30_000;

const sizes = { wide: { width: 1400, height: 860 }, narrow: { width: 390, height: 844 } };

type SessionState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A browser that somebody uses to look at the console of one server. */
export class ConsoleBrowser implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #url: string;
  /** The cookies of who is logged in. */
  #session: SessionState | undefined;

  private constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }
  static async start(url: string): Promise<ConsoleBrowser> {
    mkdirSync(pictures, { recursive: true });
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    return new ConsoleBrowser(browser, url);
  }
  /** A page for somebody who was never here. */
  openAnew(look: Look): Promise<ConsolePage> {
    return this.#page(look, undefined);
  }
  /** A page for whoever has logged in. */
  open(look: Look): Promise<ConsolePage> {
    return this.#page(look, this.#session);
  }
  async #page({ colours, width }: Look, session: SessionState | undefined): Promise<ConsolePage> {
    const context = await this.#browser.newContext({
      viewport: sizes[width],
      colorScheme: colours,
      reducedMotion: 'reduce',
      ignoreHTTPSErrors: true,
      ...(session && { storageState: session }),
    });
    context.setDefaultTimeout(LONGEST_WAIT_MS);
    const page = await context.newPage();
    return new ConsolePage(page, this.#url, `${colours}-${width}`);
  }
  async remember({ page }: ConsolePage): Promise<void> {
    this.#session = await page.context().storageState();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

/** What browsers say of answers that are no success, and of texts that somebody types into an editor. */
const expected = /Failed to load resource|Applying inline style/;

export class ConsolePage {
  readonly page: Page;
  readonly #url: string;
  readonly #look: string;
  /** What the page complained about. */
  readonly faults: string[] = [];

  constructor(page: Page, url: string, look: string) {
    this.page = page;
    this.#url = url;
    this.#look = look;
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('dialog', (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) this.faults.push(message.text());
    });
  }
  async goto(path: string): Promise<void> {
    await this.page.goto(path.startsWith('https:') ? path : `${this.#url}/console${path}`);
  }
  /** Waits until a text is there to be seen. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(pictures, `${name}-${this.#look}.png`) });
  }
  /** What is wrong for people who do not see or use a mouse: one line for each. */
  async accessibilityFaults(): Promise<string[]> {
    await this.page.evaluate(await axeSource());
    const violations = (await this.page.evaluate('axe.run({ resultTypes: ["violations"] })')) as {
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    return violations.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    );
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}

let source: Promise<string> | undefined;
function axeSource(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return source;
}
