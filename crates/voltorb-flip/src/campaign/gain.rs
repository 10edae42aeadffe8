//! The gain and the bias of a Markov chain with rewards.

/// What one step from each state brings and where it leads: the mean reward, and the chance of each
/// next state.
#[derive(Clone, Debug)]
pub struct ChainStep {
    /// The mean reward.
    pub reward: f64,
    /// What the step takes of that by which the gain is counted: 1 for a gain per step.
    pub length: f64,
    /// The chances of the next states.
    pub next: Vec<f64>,
}

/// Solves `bias(s) + gain * length(s) = reward(s) + sum over t of next(s, t) * bias(t)` with
/// `bias(0) = 0` (Puterman, Markov Decision Processes, 1994, chapters 8 and 11). `None` if more than
/// one class of states is left for good, so that there is no single gain.
pub fn solve(steps: &[ChainStep]) -> Option<(f64, Vec<f64>)> {
    let n = steps.len();
    // The unknowns: the gain in the place of bias(0).
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|s| {
            let coefficient = |t: usize| f64::from(u8::from(s == t)) - steps[s].next[t];
            let mut row: Vec<f64> = (0..n).map(coefficient).collect();
            row[0] = steps[s].length;
            row.push(steps[s].reward);
            row
        })
        .collect();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-12 {
            return None;
        }
        rows.swap(column, pivot);
        let pivot_row = rows[column].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            let factor = row[column] / pivot_row[column];
            if number != column && factor != 0.0 {
                row.iter_mut().zip(&pivot_row).for_each(|(a, b)| *a -= factor * b);
            }
        }
    }
    let mut bias: Vec<f64> = (0..n).map(|s| rows[s][n] / rows[s][s]).collect();
    let gain = std::mem::replace(&mut bias[0], 0.0);
    Some((gain, bias))
}

/// The share of the steps that begin in each state in the long run, starting from the first.
pub fn occupancy(steps: &[ChainStep]) -> Vec<f64> {
    let mut share = vec![0.0; steps.len()];
    share[0] = 1.0;
    // Half a step each time, so that a chain that goes round in circles settles as well.
    for _ in 0..20_000 {
        let mut next: Vec<f64> = share.iter().map(|share| 0.5 * share).collect();
        for (step, share) in steps.iter().zip(&share) {
            next.iter_mut()
                .zip(&step.next)
                .for_each(|(next, chance)| *next += 0.5 * share * chance);
        }
        share = next;
    }
    share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_two_states_has_the_gain_of_its_shares() {
        let step = |reward, next: [f64; 2]| ChainStep { reward, length: 1.0, next: next.to_vec() };
        let steps = [step(1.0, [0.5, 0.5]), step(4.0, [0.25, 0.75])];
        let (gain, bias) = solve(&steps).unwrap();
        // A third and two thirds of the time.
        assert!((gain - 3.0).abs() < 1e-12 && (bias[1] - 4.0).abs() < 1e-12, "{gain} {bias:?}");
        let share = occupancy(&steps);
        assert!((share[0] - 1.0 / 3.0).abs() < 1e-9, "{share:?}");
    }

    #[test]
    fn two_classes_for_good_have_no_gain() {
        let step = |next: [f64; 2]| ChainStep { reward: 1.0, length: 1.0, next: next.to_vec() };
        assert!(solve(&[step([1.0, 0.0]), step([0.0, 1.0])]).is_none());
    }
}
