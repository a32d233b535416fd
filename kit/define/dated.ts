/** How a row is named that holds for a value on a day. */
export const datedName = (day: string, value: string) => `${day} ${value}`
export const valueIn = (name: string) => name.slice(11)
export const dayIn = (name: string) => name.slice(0, 10)
