/** Puts a text into the control of that name, as typing does; of a moment as its control has it. */
export function fill(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name)
  const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
  const kind = kinds.find((each) => control instanceof each)
  if (!kind || !(control instanceof Element)) throw new Error(`there is no control of ${name}`)
  // React hears of a change only where the browser's own setter made it.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event(kind === HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** Chooses a file in the control of that name. */
export function choose(form: HTMLFormElement, name: string, file: File): void {
  const control = form.elements.namedItem(name)
  if (!(control instanceof HTMLInputElement)) throw new Error(`there is no file of ${name}`)
  const chosen = new DataTransfer()
  chosen.items.add(file)
  control.files = chosen.files
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** What stands in the control of that name. */
export function standsIn(form: HTMLFormElement, name: string): string {
  const control = form.elements.namedItem(name)
  return control instanceof Element && 'value' in control ? String(control.value) : ''
}

/** The names of controls that are marked as wrong. */
export function wrongIn(form: HTMLFormElement): string[] {
  return [...form.querySelectorAll('[aria-invalid="true"]')].map(
    (control) => control.getAttribute('name') ?? '',
  )
}
