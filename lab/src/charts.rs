//! Charts as SVG pictures that stand in an HTML page.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

/// Pixels of a chart, which a page may scale.
const SIZE: (u32, u32) = (760, 340);

/// Colours that are told apart by people with any common kind of colour vision (Okabe and Ito, 2008).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
];

const INK: RGBColor = RGBColor(70, 75, 85);
const RULE: RGBColor = RGBColor(226, 229, 234);

/// The colour of the series in this place, as CSS writes it.
pub fn colour(place: usize) -> String {
    let RGBColor(red, green, blue) = COLOURS[place % COLOURS.len()];
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A value with the interval that is drawn around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The height.
    pub value: f64,
    /// Both ends of the interval, if there is one.
    pub interval: Option<[f64; 2]>,
}

/// What the axes are called.
#[derive(Clone, Copy, Debug)]
pub struct Axes<'a> {
    /// The horizontal one.
    pub across: &'a str,
    /// The vertical one.
    pub up: &'a str,
    /// Whether the vertical axis is logarithmic; for [`lines`] only.
    pub logarithmic: bool,
}

/// Bars side by side: a group for each name, in it a bar for each series that has one.
///
/// # Errors
/// Never: it is drawn in memory.
pub fn bars(groups: &[String], series: &[Vec<Option<Bar>>], axes: Axes) -> Result<String> {
    let ends = |bar: &Bar| bar.interval.unwrap_or([bar.value; 2]);
    let drawn = || series.iter().flatten().flatten();
    let top = drawn().map(|bar| ends(bar)[1].max(bar.value)).fold(1e-9, f64::max);
    let bottom = drawn().map(|bar| ends(bar)[0].min(bar.value)).fold(0.0, f64::min);
    let width = 0.8 / series.len().max(1) as f64;
    drawing(|area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..groups.len() as f64, bottom * 1.08..top * 1.08)?;
        let name = |at: &f64| {
            let middle = (at - at.floor() - 0.5).abs() < 1e-6;
            groups.get(*at as usize).filter(|_| middle).cloned().unwrap_or_default()
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(RULE)
            .light_line_style(TRANSPARENT)
            .axis_style(INK)
            .x_labels(2 * groups.len() + 1)
            .x_label_formatter(&name)
            .y_label_formatter(&|y| plain(*y))
            .x_desc(axes.across)
            .y_desc(axes.up)
            .label_style(("sans-serif", 13, &INK))
            .draw()?;
        for (place, bars) in series.iter().enumerate() {
            let left = |group: usize| group as f64 + 0.1 + width * place as f64;
            let bars = bars.iter().enumerate().filter_map(|(group, bar)| Some((group, (*bar)?)));
            let colour = COLOURS[place % COLOURS.len()];
            chart.draw_series(bars.clone().map(|(group, bar)| {
                let corners = [(left(group), 0.0), (left(group) + 0.92 * width, bar.value)];
                Rectangle::new(corners, colour.filled())
            }))?;
            chart.draw_series(bars.filter_map(|(group, bar)| {
                let [low, high] = bar.interval?;
                let middle = left(group) + 0.46 * width;
                Some(PathElement::new(vec![(middle, low), (middle, high)], INK.stroke_width(2)))
            }))?;
        }
        Ok(())
    })
}

/// A line for each series of points, in the order of their abscissas.
///
/// # Errors
/// Never: it is drawn in memory.
pub fn lines(series: &[Vec<(f64, f64)>], axes: Axes) -> Result<String> {
    let scaled = |y: f64| if axes.logarithmic { y.max(1e-9).log10() } else { y };
    let points = || series.iter().flatten().map(|&(x, y)| (x, scaled(y)));
    let span = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (left, right) = span(&mut points().map(|point| point.0));
    let (low, high) = span(&mut points().map(|point| point.1));
    let low = if axes.logarithmic { low.floor() } else { low.min(0.0) };
    let high = if axes.logarithmic { high.ceil() } else { high * 1.06 };
    if left >= right || low >= high {
        return drawing(|_| Ok(()));
    }
    drawing(|area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(left..right, low..high)?;
        let told = |y: &f64| match axes.logarithmic {
            true if (y - y.round()).abs() > 1e-6 => String::new(),
            true => format!("{}", 10f64.powf(y.round())),
            false => plain(*y),
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(RULE)
            .light_line_style(TRANSPARENT)
            .axis_style(INK)
            .y_labels(if axes.logarithmic { (high - low) as usize + 1 } else { 7 })
            .x_label_formatter(&|x| plain(*x))
            .y_label_formatter(&told)
            .x_desc(axes.across)
            .y_desc(axes.up)
            .label_style(("sans-serif", 13, &INK))
            .draw()?;
        for (place, points) in series.iter().enumerate() {
            let style = COLOURS[place % COLOURS.len()].stroke_width(2);
            let points = points.iter().map(|&(x, y)| (x, scaled(y))).collect::<Vec<_>>();
            chart.draw_series([PathElement::new(points.clone(), style)])?;
            if points.len() <= 26 {
                let dots = points.into_iter().map(|point| Circle::new(point, 3, style.filled()));
                chart.draw_series(dots)?;
            }
        }
        Ok(())
    })
}

/// A number without the digits that rounding leaves.
fn plain(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn drawing(draw: impl FnOnce(&Area) -> Result<()>) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        draw(&area)?;
        area.present()?;
    }
    // Scaled by the page; without this the picture keeps its pixels.
    let fixed = format!("width=\"{}\" height=\"{}\" ", SIZE.0, SIZE.1);
    Ok(svg.replacen(&fixed, "", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: Axes = Axes { across: "level", up: "won, %", logarithmic: false };

    /// As many rectangles as there are bars, a stroke for each interval, and nothing from elsewhere.
    #[test]
    fn every_bar_and_every_interval_is_drawn() {
        let bar = |value| Some(Bar { value, interval: Some([value - 1.0, value + 1.0]) });
        let groups = ["1", "2"].map(str::to_owned);
        let svg = bars(&groups, &[vec![bar(5.0), None], vec![bar(4.0), bar(3.0)]], AXES).unwrap();
        assert_eq!(svg.matches("<rect").count(), 3, "{svg}");
        assert!(svg.contains(&colour(0).to_uppercase()) && svg.contains(&colour(1).to_uppercase()));
        assert!(svg.contains("viewBox") && !svg.contains("width=\"760\""), "{svg}");
        assert!(!svg.contains("href"));
    }

    #[test]
    fn nothing_to_draw_is_no_error() {
        assert!(lines(&[], AXES).is_ok());
        assert!(lines(&[vec![(1.0, 2.0)]], AXES).is_ok());
        assert!(bars(&[], &[], AXES).is_ok());
        let logarithmic = Axes { logarithmic: true, ..AXES };
        assert!(lines(&[vec![(2.0, 0.01), (3.0, 250.0)]], logarithmic).unwrap().contains("1000"));
    }
}
