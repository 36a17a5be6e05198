// Composes two layouts in WebAssembly: node run.mjs compose.wasm '(10,2):(16,4)' '(5,4):(1,5)'
import { readFile } from "node:fs/promises";

const [path, first, second] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(path)); // it imports nothing
const heddle = instance.exports;

function compose(first, second) {
  const text = new TextEncoder();
  const [a, b] = [text.encode(first), text.encode(second)];
  if (a.length + b.length > heddle.capacity()) throw new RangeError("the operands are too long");
  const operands = new Uint8Array(heddle.memory.buffer, heddle.operands());
  operands.set(a);
  operands.set(b, a.length);
  const status = heddle.compose(a.length, b.length);
  const answer = new Uint8Array(heddle.memory.buffer, heddle.answer());
  const said = new TextDecoder().decode(answer.subarray(0, answer.indexOf(0)));
  if (status !== 0) throw new Error(said);
  return said;
}

try {
  console.log(compose(first, second));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
