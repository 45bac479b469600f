import { createStore } from './store.ts'

/** The browser's own question whether to install, which it can be asked to put once. */
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

/** The question, where the browser has one and the app is not installed; it may come before any page is drawn. */
export const install_question = createStore<InstallQuestion | null>(null)

/** Keeps the browser from asking by itself, so that the app asks once, at a moment of its own. */
export function followInstallQuestion(): void {
  window.addEventListener('beforeinstallprompt', (question) => {
    question.preventDefault()
    install_question.set(question)
  })
  window.addEventListener('appinstalled', () => install_question.set(null))
}
