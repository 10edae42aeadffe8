//! Profiles in folders of their own.

use super::*;

fn folder(test: &str) -> PathBuf {
    let path =
        std::env::temp_dir().join(format!("voltsight-profiles-{test}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Profiles of two files, of which the first says "sound".
struct Plain;

impl Format for Plain {
    fn folder(&self) -> &'static str {
        "plain"
    }
    fn files(&self) -> Vec<String> {
        vec!["look.json".to_owned(), "digits.txt".to_owned()]
    }
    fn shipped(&self) -> Vec<String> {
        vec!["ds".to_owned()]
    }
    fn check(&self, _: &str, files: &Files) -> Result<(), String> {
        match files.get("look.json").map(String::as_str) {
            Some("sound") => Ok(()),
            _ => Err("look.json is not sound".to_owned()),
        }
    }
}

fn files() -> Files {
    Files::from([("look.json".to_owned(), "sound".to_owned())])
}

#[test]
fn a_profile_is_saved_listed_loaded_shared_and_removed() {
    let root = folder("round");
    let (ours, theirs) =
        (ProfileFolder::at(root.join("a"), &Plain), ProfileFolder::at(root.join("b"), &Plain));
    assert_eq!(ours.names().unwrap(), [""; 0]);
    let path = ours.save("my-look", &files(), false).unwrap();
    assert!(matches!(ours.save("my-look", &files(), false), Err(ProfileError::Exists(_))));
    ours.save("my-look", &files(), true).unwrap();
    assert_eq!(ours.names().unwrap(), ["my-look"]);
    assert_eq!(ours.load("my-look").unwrap(), files());
    theirs.import(&path, false).unwrap();
    assert_eq!(theirs.names().unwrap(), ["my-look"]);
    std::fs::write(path.join("notes"), "mine").unwrap();
    ours.remove("my-look").unwrap();
    assert_eq!(ours.names().unwrap(), [""; 0]);
    assert!(path.join("notes").exists());
    let error = theirs.load("other").unwrap_err().to_string();
    assert!(error.contains("there are: my-look"), "{error}");
    std::fs::remove_dir_all(&root).unwrap();
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_stays() {
    let root = folder("link");
    let (theirs, ours) =
        (ProfileFolder::at(root.join("a"), &Plain), ProfileFolder::at(root.join("b"), &Plain));
    let shared = theirs.save("shared", &files(), false).unwrap();
    fs::write(shared.join("notes"), "mine").unwrap();
    fs::create_dir_all(ours.folder()).unwrap();
    let link = || std::os::unix::fs::symlink(&shared, ours.folder().join("mine")).unwrap();
    link();
    assert!(ours.load("mine").is_ok());
    ours.remove("mine").unwrap();
    assert_eq!(ours.names().unwrap(), [""; 0]);
    assert!(theirs.load("shared").is_ok(), "only the link goes");
    link();
    ours.save("mine", &files(), true).unwrap();
    assert!(!ours.folder().join("mine").symlink_metadata().unwrap().is_symlink());
    assert!(theirs.load("shared").is_ok() && shared.join("notes").exists());
    // What else is in a folder stays when its profile is replaced, also after a save that was interrupted: before
    // the new one had its place, or after.
    theirs.save("shared", &files(), true).unwrap();
    assert!(shared.join("notes").exists());
    let old = theirs.folder().join(".shared.old");
    fs::rename(&shared, &old).unwrap();
    theirs.save("shared", &files(), true).unwrap();
    assert!(shared.join("notes").exists() && !old.exists());
    fs::rename(&shared, &old).unwrap();
    fs::create_dir(&shared).unwrap();
    theirs.save("shared", &files(), true).unwrap();
    assert!(shared.join("notes").exists() && !old.exists());
    fs::remove_dir_all(&root).unwrap();
}

#[test]
fn what_cannot_be_used_is_refused_with_a_reason() {
    let root = folder("bad");
    let profiles = ProfileFolder::at(root.clone(), &Plain);
    for name in ["", "../up", "a/b", "ds", "a b"] {
        assert!(profiles.save(name, &files(), true).is_err(), "{name}");
    }
    let wrong = Files::from([("look.json".to_owned(), "rubbish".to_owned())]);
    let error = profiles.save("x", &wrong, true).unwrap_err().to_string();
    assert!(error.contains("\"x\" cannot be used: look.json is not sound"), "{error}");
    assert_eq!(profiles.names().unwrap(), [""; 0]);
    let _ = std::fs::remove_dir_all(&root);
}
