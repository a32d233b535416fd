import { defineResource } from '@weft/kit/define/resource.ts'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { z } from 'zod'

const id = z.string().trim().min(1).max(191)

/** The same thing in two systems. Runs store it with what they write, and people mend it. */
export const crossReference = defineResource({
  table: 'cross_references',
  path: 'cross_references',
  scope: 'project',
  fields: { name: snakeName(100), left_id: id, right_id: id },
  list: { columns: ['name', 'left_id', 'right_id'], search: ['left_id', 'right_id'], sort: 'created_at' },
  form: [['name'], ['left_id', 'right_id']],
  may: 'references',
  labels: {
    one: { en: 'Cross-reference', de: 'Zuordnung' },
    many: { en: 'Cross-references', de: 'Zuordnungen' },
    fields: {
      name: {
        label: { en: 'Pair', de: 'Paar' },
        help: {
          en: 'What belongs together, such as shop_customer_erp_customer. Steps and mappings use it by this name.',
          de: 'Was zusammengehört, etwa shop_customer_erp_customer. Schritte und Mappings verwenden es über diesen Namen.',
        },
      },
      left_id: {
        label: { en: 'Id in the first system', de: 'Id im ersten System' },
        help: {
          en: 'In one pair no id stands twice on the same side.',
          de: 'In einem Paar steht keine Id zweimal auf derselben Seite.',
        },
      },
      right_id: { en: 'Id in the second system', de: 'Id im zweiten System' },
    },
  },
})
