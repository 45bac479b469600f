const GROUP = 4
/** Long enough to show that too much was pasted. */
const LETTERS_MAX = 24

/** A typed or pasted authorization code as printed: capitals in groups of four. */
export function groupedCode(typed: string): string {
  const letters = lettersOf(typed).slice(0, LETTERS_MAX)
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Where the caret goes after grouping: behind the same letters as before. */
export function caretAfterGrouping(typed: string, caret: number): number {
  const letters = Math.min(lettersOf(typed.slice(0, caret)).length, LETTERS_MAX)
  return letters + Math.max(0, Math.ceil(letters / GROUP) - 1)
}

function lettersOf(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
