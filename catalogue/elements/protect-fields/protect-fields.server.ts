import { createHmac } from 'node:crypto'
import { isEmpty, textOf } from '@weft/kit/define/compare.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { fieldOf, withField } from '@weft/kit/define/path.ts'
import { masked } from '@weft/kit/define/personal.ts'
import { protectFields } from './protect-fields.ts'

export const protectFieldsBody = defineBody(protectFields, {
  open({ settings: { fields, key } }) {
    const hashed = (value: unknown) => createHmac('sha256', key).update(textOf(value)).digest('hex')
    return {
      batch: (records) => ({
        exits: {
          out: records.map((record) =>
            fields.reduce((changed, { field, how }) => {
              const value = fieldOf(changed, field)
              if (isEmpty(value)) return changed
              return withField(changed, field, how === 'hash' ? hashed(value) : masked(textOf(value)))
            }, record),
          ),
        },
      }),
    }
  },
})
