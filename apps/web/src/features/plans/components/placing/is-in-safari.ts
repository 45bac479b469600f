/** Safari on a phone or tablet as its pages see it; browsers and apps beside it lack one of the two. */
const SAFARI = /Version\/\S+ (Mobile\/\S+ )?Safari\//

/** Whether this is Safari on iOS with the app not on the home screen: it is added there by hand alone. */
export function isInSafari({ standalone, userAgent }: { standalone?: unknown; userAgent: string }): boolean {
  // Only iOS has this member, which is true for what was opened from the home screen.
  return standalone === false && SAFARI.test(userAgent)
}
