/** Number ranges reserved for fiction, in E.164 (NANPA, Ofcom, ACMA, ARCEP, Bundesnetzagentur). */
const RESERVED = [
  /^\+1[2-9]\d{2}55501\d{2}$/,
  /^\+44(11[3-8]|121|131|141|151|161)4960\d{3}$/,
  /^\+44(1914980|2079460|2896496|2920180|8081570|9098790)\d{3}$/,
  /^\+44(1632960|7700900|3069990)\d{3}$/,
  /^\+61[2378](5550|7010)\d{4}$/,
  /^\+61491570(006|156|157|158|159|110|313|737)$/,
  /^\+33(19900|26191|35301|46571|53649|63998)\d{4}$/,
  /^\+49(3023125|6990009|4066969|2214710|8999998)\d{3}$/,
]

/** Whether a number is reserved for fiction. */
export function isFictionalPhone(number: string): boolean {
  return RESERVED.some((range) => range.test(number))
}
