/** In the order in which they are done. A deposit is none: nobody has to pay in. */
export const FIRST_STEPS = ['password', 'startup', 'plan', 'publisher', 'billed', 'entries'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** How a row of the list lies, also in the room that is held for it. */
export const STEP_ROW = 'flex min-h-11 w-full flex-auto items-center gap-3 py-1.5 text-left text-16'
