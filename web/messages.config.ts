import type { PluginObj, types } from '@babel/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

/**
 * Compiles the English messages that Lingui's macros leave in the code, so that an English page
 * loads neither a catalogue nor the ICU parser (6.8 KiB in every page).
 */
export function compileMessages({ types: t }: { types: typeof types }): PluginObj {
  return {
    name: 'compile-messages',
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectExpression({ node }) {
              const property = (name: string) =>
                node.properties.find(
                  (one): one is types.ObjectProperty =>
                    t.isObjectProperty(one) && t.isIdentifier(one.key, { name }),
                )
              const message = property('message')
              if (message && property('id') && t.isStringLiteral(message.value))
                message.value = t.valueToNode(compileMessage(message.value.value)) as types.Expression
            },
          })
        },
      },
    },
  }
}
