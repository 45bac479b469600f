import { createStore } from '@adtally/client/store.ts'

/** The browser's install prompt, which can be shown once. */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>
  /** Settles with the answer. */
  readonly userChoice: Promise<unknown>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallQuestion
  }
}

/** The prompt, if the browser has one and the app is not installed; it may come before any page renders. */
export const install_question = createStore<InstallQuestion | null>(null)

/** Stops the browser from prompting by itself, so that the app can prompt at its own moment. */
export function followInstallQuestion(): void {
  window.addEventListener('beforeinstallprompt', (question) => {
    question.preventDefault()
    install_question.set(question)
  })
  window.addEventListener('appinstalled', () => install_question.set(null))
}
