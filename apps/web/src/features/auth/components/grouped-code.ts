const GROUP = 4
/** Room to see that too much was pasted. */
const LETTERS_MAX = 24

/** A typed or pasted authorization code as it is printed: capitals in groups of four. */
export function groupedCode(typed: string): string {
  const letters = lettersOf(typed).slice(0, LETTERS_MAX)
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Where the caret belongs after grouping: behind the letters that it stood behind before. */
export function caretAfterGrouping(typed: string, caret: number): number {
  const letters = Math.min(lettersOf(typed.slice(0, caret)).length, LETTERS_MAX)
  return letters + Math.max(0, Math.ceil(letters / GROUP) - 1)
}

function lettersOf(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
