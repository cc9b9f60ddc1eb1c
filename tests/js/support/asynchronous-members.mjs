// Every function and method of the package that gives a promise or an asynchronous iterator: read off its types, whatever entry
// they are reached from.

import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ASYNCHRONOUS = ['Promise', 'PromiseLike', 'AsyncGenerator', 'AsyncIterable', 'AsyncIterator']
const types = fileURLToPath(new URL('../../../dist/types/', import.meta.url))

/** Their names, with that of the class before those of methods. @param {readonly string[]} entries */
export function asynchronousMembers(entries) {
  const files = entries.map((entry) => `${types}${entry}.d.ts`)
  const lib = ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts']
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, lib, types: [], skipLibCheck: true }
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const found = new Set()
  const seen = new Set()

  function visit(type, name) {
    if (seen.has(type)) return
    seen.add(type)
    for (const part of type.types ?? []) visit(part, name)
    for (const signature of type.getCallSignatures()) visitResult(signature.getReturnType(), name)
    for (const signature of type.getConstructSignatures()) visit(signature.getReturnType(), name)
    for (const member of type.getProperties().filter(isOurs)) {
      const owner = member.parent?.name
      const isNamed = owner !== undefined && !owner.startsWith('__')
      visit(checker.getTypeOfSymbol(member), isNamed ? `${owner}.${member.name}` : member.name)
    }
  }

  function visitResult(result, name) {
    for (const part of result.types ?? [result]) {
      if (ASYNCHRONOUS.includes(part.symbol?.name)) found.add(name)
      for (const inner of checker.getTypeArguments(part)) visit(inner, name) // what load() resolves to
      visit(part, name)
    }
  }

  for (const file of files) {
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), exported.name)
    }
  }
  return [...found].sort()
}

function isOurs({ declarations = [] }) {
  return declarations.some((declaration) => declaration.getSourceFile().fileName.startsWith(types))
}
