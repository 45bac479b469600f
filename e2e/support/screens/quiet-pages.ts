import type { BrowserContext, Page } from '@playwright/test'

/** Errors that pages report during a run: exceptions, console errors, violations of the content policy. */
export class QuietPages {
  readonly complaints: string[] = []

  /** Listens to every page of a context from its next navigation on, those opened by clicks included. */
  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        console.error(`securitypolicyviolation ${violatedDirective} ${blockedURI} ${sourceFile}`)
      })
    })
    for (const page of context.pages()) this.#listen(page)
    context.on('page', (page) => this.#listen(page))
  }

  #listen(page: Page): void {
    const note = (text: string) => this.complaints.push(`${page.url()}: ${text}`)
    page.on('pageerror', (error) => note(`error ${error.message}`))
    page.on('crash', () => note('crashed'))
    page.on('console', (message) => {
      if (message.type() === 'error') note(`console ${message.text()} (${message.location().url})`)
    })
  }
}
