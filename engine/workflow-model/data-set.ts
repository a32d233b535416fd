import type { Element } from '@weft/kit/define/element.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { WorkflowDocument, WorkflowProblem } from './document.ts'

const texts = defineMessages({
  removes: {
    en: 'The runs of this workflow bring only what is new or changed, but this step removes whatever does not come. Let it insert or update, or choose another data set type in the properties.',
    de: 'Die Läufe dieses Workflows bringen nur, was neu oder geändert ist, aber dieser Schritt entfernt alles, was nicht kommt. Lassen Sie ihn einfügen oder ändern, oder wählen Sie in den Eigenschaften eine andere Art des Datenbestands.',
  },
  changesOnly: {
    en: 'Every run of this workflow is to bring all records, but this step brings only what is new or changed.',
    de: 'Jeder Lauf dieses Workflows soll alle Datensätze bringen, aber dieser Schritt bringt nur, was neu oder geändert ist.',
  },
})

/** Steps that do not go with the data set a workflow is said to bring, at the setting that decides. */
export function dataSetProblems(
  { steps }: Pick<WorkflowDocument, 'steps'>,
  elements: readonly Element[],
  type: string,
): WorkflowProblem[] {
  if (type === '') return []
  const catalogue = new Map(elements.map((element) => [element.key, element]))
  return steps.flatMap((step): WorkflowProblem[] => {
    const said = step.disabled ? undefined : catalogue.get(step.element)?.data_set
    if (!said || said.type === type || (said.when && step.settings[said.when.setting] !== said.when.is)) return []
    const at = { step: step.id, place: said.when ? `settings.${said.when.setting}` : 'element' }
    return [
      said.type === 'full'
        ? { ...at, message: texts.removes() }
        : { ...at, message: texts.changesOnly(), level: 'warning' },
    ]
  })
}
