/** One step as the demo writes it: its settings in YAML's flow style, and its place as column and row of a grid. */
type StepDraft = { id: string; element: string; label: string; settings?: object; at: [column: number, row: number] }

/** A workflow as the API takes it, with `edges` such as `read.out > write.in`. */
export type WorkflowDraft = { label: string; class_name: string; source: string }

export function workflowDraft(
  label: string,
  description: string,
  { steps, edges }: { steps: StepDraft[]; edges: string[] },
): WorkflowDraft {
  const lines = [
    'weft: 1',
    `label: ${JSON.stringify(label)}`,
    `description: ${JSON.stringify(description)}`,
    'steps:',
    ...steps.flatMap(({ id, element, label: name, settings, at: [column, row] }) => [
      `  - id: ${id}`,
      `    element: ${element}`,
      `    label: ${JSON.stringify(name)}`,
      ...(settings ? ['    settings:', ...linesOf(settings)] : []),
      `    position: { x: ${column * 280}, y: ${row * 140} }`,
    ]),
    'edges:',
    ...edges.map((edge) => edge.split(' > ')).map(([from, to]) => `  - { from: ${from}, to: ${to} }`),
  ]
  return { label, class_name: classNameOf(label), source: `${lines.join('\n')}\n` }
}

const linesOf = (settings: object) =>
  Object.entries(settings).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`)

/** "Route shipments" becomes RouteShipments. */
const classNameOf = (label: string) => label.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())
