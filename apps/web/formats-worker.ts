/**
 * Runs in a worker from its source text, so it may use nothing else of this file. The first number format in a
 * browser process searches every language, 20 to 50 ms on a desktop, and the first date format takes a few more; once
 * any thread has made them, the page's own are instant. The worker's name is the language.
 */
export function makeFirstFormats(): void {
  new Intl.NumberFormat(self.name, { minimumFractionDigits: 2 }).format(0)
  new Intl.DateTimeFormat(self.name, { dateStyle: 'medium', timeStyle: 'short' }).format(0)
  self.close()
}
