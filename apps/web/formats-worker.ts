/**
 * Runs in a worker, as text: it may use nothing of this file. A browser's first number format in a process looks through
 * every language it knows, 20 to 50 ms of a desktop's processor, and its first date format a few more; once that was
 * done on any thread, the page's own formats are made at once. The worker's name is the language.
 */
export function makeFirstFormats(): void {
  new Intl.NumberFormat(self.name, { minimumFractionDigits: 2 }).format(0)
  new Intl.DateTimeFormat(self.name, { dateStyle: 'medium', timeStyle: 'short' }).format(0)
  self.close()
}
