//! What sway tells of its windows through its own socket, as sway-ipc(7) describes it.

use crate::{DesktopError, Visibility, WindowId};
use grid::geometry::Rect;
use serde::Deserialize;
use session::files::shown;
use session::printable::printable;
use std::io::{Error, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What begins each message.
const MAGIC: &[u8; 6] = b"i3-ipc";

/// The message that asks for all windows.
const GET_TREE: u32 = 4;

/// The longest answer that is read, in bytes: that of some thousand windows.
const LONGEST: usize = 16 << 20;

/// How long sway may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where a sway listens whose process has this number, else what the environment names: that may be out of date in a
/// session of tmux.
fn socket(process: Option<i32>) -> Option<PathBuf> {
    let of_process = || {
        let end = format!(".{}.sock", process?);
        let is_its = |name: &str| name.starts_with("sway-ipc.") && name.ends_with(&end);
        let folder = std::fs::read_dir(std::env::var_os("XDG_RUNTIME_DIR")?).ok()?;
        let mut files = folder.filter_map(Result::ok);
        Some(files.find(|file| file.file_name().to_str().is_some_and(is_its))?.path())
    };
    let named = || std::env::var_os("SWAYSOCK").filter(|path| !path.is_empty());
    of_process().or_else(|| named().map(PathBuf::from))
}

/// A connection to sway. It is made anew after an error.
pub(super) struct Sway {
    socket: PathBuf,
    stream: Option<UnixStream>,
}

/// A window as sway knows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct View {
    pub id: WindowId,
    pub title: String,
    pub instance: String,
    pub class: String,
    pub pid: Option<u32>,
    /// What its program draws.
    pub area: Rect,
    /// The same with its border and title bar.
    pub outside: Rect,
    pub shown: Visibility,
    pub has_keyboard: bool,
}

/// A node of sway's tree, as far as it matters here.
#[derive(Deserialize)]
struct Node {
    id: i64,
    #[serde(rename = "type")]
    kind: String,
    name: Option<String>,
    rect: Area,
    window_rect: Area,
    #[serde(default)]
    focused: bool,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default)]
    floating_nodes: Vec<Node>,
    /// Of an output: the workspace that it shows.
    current_workspace: Option<String>,
    /// Only of a window.
    pid: Option<u32>,
    app_id: Option<String>,
    visible: Option<bool>,
    window_properties: Option<Properties>,
}

/// What an X window says of itself.
#[derive(Deserialize)]
struct Properties {
    class: Option<String>,
    instance: Option<String>,
}

#[derive(Deserialize)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Sway {
    /// The sway whose process has this number.
    ///
    /// # Errors
    /// [`DesktopError::NoDisplay`] when none answers.
    pub fn connect(process: Option<i32>) -> Result<Self, DesktopError> {
        let socket = socket(process).ok_or_else(|| {
            DesktopError::NoDisplay(
                "this is no session of sway, and no other compositor tells where windows lie: leave out --platform \
                 wlroots"
                    .into(),
            )
        })?;
        let mut sway = Self { socket, stream: None };
        sway.views().map_err(|error| DesktopError::NoDisplay(error.to_string()))?;
        Ok(sway)
    }

    /// All windows, topmost first.
    ///
    /// # Errors
    /// sway does not answer.
    pub fn views(&mut self) -> Result<Vec<View>, DesktopError> {
        let tree = self.ask(GET_TREE).map_err(|error| {
            DesktopError::NoAnswer(format!(
                "sway does not answer at {}: {error}",
                shown(&self.socket)
            ))
        })?;
        views(&tree).map_err(|error| {
            DesktopError::NoAnswer(format!("sway's list of windows is not understood: {error}"))
        })
    }

    fn ask(&mut self, what: u32) -> std::io::Result<Vec<u8>> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => connect(&self.socket)?,
        };
        stream.write_all(&[&MAGIC[..], &0_u32.to_ne_bytes(), &what.to_ne_bytes()].concat())?;
        let mut head = [0; 14];
        stream.read_exact(&mut head)?;
        let length = head[6..10].try_into().map_or(0, u32::from_ne_bytes) as usize;
        if !head.starts_with(MAGIC) || length > LONGEST {
            return Err(Error::new(ErrorKind::InvalidData, "the answer is not sway's"));
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer)?;
        self.stream = Some(stream);
        Ok(answer)
    }
}

fn connect(socket: &Path) -> std::io::Result<UnixStream> {
    let stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// The windows of a tree, topmost first: sway draws floating ones over tiled ones, the last over the others.
fn views(tree: &[u8]) -> serde_json::Result<Vec<View>> {
    let root: Node = serde_json::from_slice(tree)?;
    let (mut floating, mut tiled) = (Vec::new(), Vec::new());
    for output in &root.nodes {
        for workspace in &output.nodes {
            let is_current = output.current_workspace == workspace.name;
            let hidden = match workspace.name.as_deref() {
                Some("__i3_scratch") => Visibility::Minimised,
                _ if is_current => Visibility::Behind,
                _ => Visibility::Elsewhere,
            };
            workspace.nodes.iter().for_each(|node| node.collect(hidden, &mut tiled));
            workspace.floating_nodes.iter().for_each(|node| node.collect(hidden, &mut floating));
        }
    }
    Ok(floating.into_iter().rev().chain(tiled).collect())
}

impl Node {
    /// Adds the windows in this node, which are `hidden` so if they are.
    fn collect(&self, hidden: Visibility, found: &mut Vec<View>) {
        found.extend(self.view(hidden));
        self.nodes.iter().chain(&self.floating_nodes).for_each(|node| node.collect(hidden, found));
    }

    fn view(&self, hidden: Visibility) -> Option<View> {
        let pid = self.pid?;
        matches!(&*self.kind, "con" | "floating_con").then_some(())?;
        let (outside, inside) = (&self.rect, &self.window_rect);
        let of_x = |name: fn(&Properties) -> &Option<String>| {
            self.window_properties.as_ref().and_then(|said| name(said).clone())
        };
        let name = |own: Option<String>| {
            printable(&own.or_else(|| self.app_id.clone()).unwrap_or_default())
        };
        Some(View {
            id: WindowId::try_from(self.id).ok()?,
            title: printable(self.name.as_deref().unwrap_or_default()),
            instance: name(of_x(|said| &said.instance)),
            class: name(of_x(|said| &said.class)),
            pid: Some(pid).filter(|&pid| pid > 0),
            area: Rect::new(
                outside.x + inside.x,
                outside.y + inside.y,
                inside.width,
                inside.height,
            ),
            outside: Rect::new(outside.x, outside.y, outside.width, outside.height),
            shown: if self.visible == Some(true) { Visibility::Yes } else { hidden },
            has_keyboard: self.focused,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window of sway's tree.
    fn window(id: u32, more: &str) -> String {
        format!(
            r#"{{"id": {id}, "type": "con", "name": "w{id}", "pid": 7, "focused": false,
            "rect": {{"x": 10, "y": 20, "width": 104, "height": 130}},
            "window_rect": {{"x": 2, "y": 26, "width": 100, "height": 100}}{more}}}"#
        )
    }

    /// A node around others.
    fn node(kind: &str, name: &str, nodes: &[String], floating: &[String], more: &str) -> String {
        format!(
            r#"{{"id": 1, "type": "{kind}", "name": "{name}", "focused": false,
            "rect": {{"x": 0, "y": 0, "width": 0, "height": 0}},
            "window_rect": {{"x": 0, "y": 0, "width": 0, "height": 0}},
            "nodes": [{}], "floating_nodes": [{}]{more}}}"#,
            nodes.join(","),
            floating.join(",")
        )
    }

    #[test]
    fn windows_are_listed_topmost_first_with_what_hides_them() {
        let seen = r#", "visible": true, "app_id": "foot""#;
        let hidden = r#", "visible": false, "app_id": null,
            "window_properties": {"class": "Mines", "instance": "mines"}"#;
        let tiled = node("con", "tabs", &[window(2, seen), window(3, hidden)], &[], "");
        let first = node("workspace", "1", &[tiled], &[window(4, seen), window(5, seen)], "");
        let second = node("workspace", "2", &[window(6, hidden)], &[], "");
        let output = node("output", "A", &[first, second], &[], r#", "current_workspace": "1""#);
        let scratch = node("workspace", "__i3_scratch", &[], &[window(7, hidden)], "");
        let scratch = node("output", "__i3", &[scratch], &[], "");
        let all = views(node("root", "root", &[output, scratch], &[], "").as_bytes()).unwrap();
        let ids: Vec<_> = all.iter().map(|view| (view.id, view.shown)).collect();
        let expected = [
            (7, Visibility::Minimised),
            (5, Visibility::Yes),
            (4, Visibility::Yes),
            (2, Visibility::Yes),
            (3, Visibility::Behind),
            (6, Visibility::Elsewhere),
        ];
        assert_eq!(ids, expected);
        assert_eq!(all[1].area, Rect::new(12.0, 46.0, 100.0, 100.0));
        assert_eq!((&*all[1].class, &*all[1].instance), ("foot", "foot"));
        assert_eq!((&*all[4].class, &*all[4].instance), ("Mines", "mines"));
    }
}
