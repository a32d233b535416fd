import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import type { FieldLabel } from '@weft/kit/define/resource.ts'
import { useLabel } from '@weft/kit/ui/texts.ts'

type Key = keyof typeof dynamicModel.fields & string

/** The declared names of a model's fields in the language of the interface. */
export function useModelLabels() {
  const read = useLabel()
  const of = (key: Key): Exclude<FieldLabel, { en: string }> => {
    const label = dynamicModel.labels.fields[key]
    return 'en' in label ? { label } : label
  }
  return {
    label: (key: Key) => read(of(key).label),
    help: (key: Key) => read(of(key).help ?? ''),
    type: (type: string) => read(of('type').options?.[type] ?? type),
    one: read(dynamicModel.labels.one),
    many: read(dynamicModel.labels.many),
  }
}
