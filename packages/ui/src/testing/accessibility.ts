import axe from 'axe-core'

/** What axe finds wrong in the page, one line a finding. */
export async function accessibilityFaults(context: Element | Document = document): Promise<string[]> {
  const { violations } = await axe.run(context, { rules: { region: { enabled: false } } })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

const TARGET_MIN = 44

/** Buttons and links under `root` whose touch target is smaller than 44 px. */
export function smallTargets(root: Element): string[] {
  return [...root.querySelectorAll('button, a[href], [role="switch"], [role="tab"]')].flatMap((element) => {
    const box = element.getBoundingClientRect()
    const before = getComputedStyle(element, '::before')
    const reach = before.position === 'absolute' ? -2 * Math.min(0, Number.parseInt(before.top, 10) || 0) : 0
    const small = box.height + reach < TARGET_MIN || box.width + reach < TARGET_MIN
    return small
      ? [`${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`]
      : []
  })
}
