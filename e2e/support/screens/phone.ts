/** A browser on a phone as people have, by its user agent; headless browsers and scanners name themselves, and are known crawlers. */
export const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
