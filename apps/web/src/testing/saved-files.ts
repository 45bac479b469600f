import { onTestFinished, vi } from 'vitest'

/** Keeps files from the device until the test ends; answers the names under which the page saves them. */
export function catchSavedFiles(): string[] {
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  return saved
}
