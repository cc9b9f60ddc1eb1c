/** A mechanism that counts how often it was asked; it answers with the truth, if nothing else is said. */
export function counting(cost, answer = (truth) => truth) {
  const mechanism = { ...cost, draws: 0, privatise: draw, privatiseAll: draw }
  function draw(truth) {
    mechanism.draws += 1
    return answer(truth)
  }
  return mechanism
}
