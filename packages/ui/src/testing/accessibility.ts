import axe from 'axe-core'

/** What axe finds wrong in the page once it has stopped moving, one line a finding. */
export async function accessibilityFaults(context: Element | Document = document): Promise<string[]> {
  await untilStill()
  const { violations } = await axe.run(context, { rules: { region: { enabled: false } } })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

/** What is fading in has less contrast than it will have; skeletons and the like never end. */
async function untilStill(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

const TARGET_MIN = 44

/** Buttons and links under `root` whose touch target is smaller than 44 px. */
export function smallTargets(root: Element): string[] {
  return [...root.querySelectorAll('button, a[href], [role="switch"], [role="tab"]')].flatMap((element) => {
    // What is not shown is no target.
    if (!element.checkVisibility()) return []
    const box = element.getBoundingClientRect()
    const before = getComputedStyle(element, '::before')
    const reach = before.position === 'absolute' ? -2 * Math.min(0, Number.parseInt(before.top, 10) || 0) : 0
    const small = box.height + reach < TARGET_MIN || box.width + reach < TARGET_MIN
    return small
      ? [`${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`]
      : []
  })
}
