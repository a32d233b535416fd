export const functionsHome = '/project/functions'

/** How a formula calls it: `with_tax(price, rate)`. */
export const signatureOf = ({ name, parameters }: { name: string; parameters: readonly { name: string }[] }) =>
  `${name}(${parameters.map((one) => one.name).join(', ')})`
